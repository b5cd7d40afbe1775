package org.sqlvm.shell;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * An interface of which only those methods are there that an object has, public and with the same
 * parameters; the others are not supported. The shell needs a part of the Java interface only.
 */
final class Partial implements InvocationHandler {
    private final Object target;

    private Partial(Object target) {
        this.target = target;
    }

    static <T> T of(Class<T> type, Object target) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new Partial(target));
        return type.cast(proxy);
    }

    /** The object behind the interface. */
    static Object target(Object proxy) {
        return ((Partial) Proxy.getInvocationHandler(proxy)).target;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Method own;
        try {
            own = target.getClass().getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            throw new UnsupportedOperationException(method.toString(), e);
        }
        own.setAccessible(true);
        try {
            return own.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
