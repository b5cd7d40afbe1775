package org.sqlvm.shell;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * An object as an implementation of a wide interface, of which it has only the methods that are
 * called: by name and parameters. The others throw.
 */
record Partial(Object target) implements InvocationHandler {
    static <T> T of(Class<T> type, Object target) {
        Class<?>[] types = {type};
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, new Partial(target)));
    }

    /** What {@link #of} was given. */
    static <T> T target(Class<T> type, Object proxy) {
        return type.cast(((Partial) Proxy.getInvocationHandler(proxy)).target);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Method own;
        try {
            own = target.getClass().getDeclaredMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            throw new UnsupportedOperationException("the shell does not call " + method, e);
        }
        own.setAccessible(true);
        try {
            return own.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
