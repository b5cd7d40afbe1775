package org.sqlvm.javascript;

import com.oracle.js.parser.ir.Module.ModuleRequest;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.js.lang.JavaScriptLanguage;
import com.oracle.truffle.js.runtime.JSArguments;
import com.oracle.truffle.js.runtime.JSContext;
import com.oracle.truffle.js.runtime.JSRealm;
import com.oracle.truffle.js.runtime.JSRuntime;
import com.oracle.truffle.js.runtime.JavaScriptRootNode;
import com.oracle.truffle.js.runtime.Strings;
import com.oracle.truffle.js.runtime.builtins.JSArray;
import com.oracle.truffle.js.runtime.builtins.JSArrayBuffer;
import com.oracle.truffle.js.runtime.builtins.JSCollectionIteratorObject;
import com.oracle.truffle.js.runtime.builtins.JSFunction;
import com.oracle.truffle.js.runtime.builtins.JSFunctionData;
import com.oracle.truffle.js.runtime.builtins.JSPromise;
import com.oracle.truffle.js.runtime.builtins.JSPromiseObject;
import com.oracle.truffle.js.runtime.builtins.JSProxy;
import com.oracle.truffle.js.runtime.builtins.JSProxyObject;
import com.oracle.truffle.js.runtime.builtins.JSSetIteratorObject;
import com.oracle.truffle.js.runtime.objects.JSModuleLoader;
import com.oracle.truffle.js.runtime.objects.JSModuleRecord;
import com.oracle.truffle.js.runtime.objects.JSObject;
import com.oracle.truffle.js.runtime.objects.Undefined;
import com.oracle.truffle.js.runtime.util.JSHashMap;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Functions for JavaScript that neither the language nor the polyglot API has: modules whose text
 * is not that of a file, what {@code import.meta} holds, what is inside of promises and proxies,
 * and array buffers around arrays of Java. They are made of GraalJS's internals, version 25.0.3,
 * which {@code javascript.args} exports to us.
 */
final class Internals {
    /** The property of the global object in which the functions come; the receiver removes it. */
    static final String PROPERTY = "sqlvm internals";

    private enum Operation {
        /** (path, text): makes the text the module of that path. */
        DEFINE_MODULE,
        /** (function): has it called with a new import.meta and the path of its module. */
        ON_IMPORT_META,
        /**
         * (promise): its state, 0 for pending, 1 for fulfilled and 2 for rejected, and its value.
         */
        PROMISE,
        /** (value): the target and the handler of a proxy; undefined for what is none. */
        PROXY,
        /** (byte[]): an ArrayBuffer, which shares the array. */
        BUFFER,
        /**
         * (path, text): makes the text the module of that path, and runs it unless that is done.
         * Gives the promise of its end, and its namespace.
         */
        EVALUATE_MODULE,
        /**
         * (iterator): what an iterator over a map or a set has not given yet, behind whether these
         * are pairs; undefined for others.
         */
        REST
    }

    private Internals() {}

    /** Sets the zone of the dates of the context that the thread is in. */
    static void setTimeZone(ZoneId zone) {
        JSRealm.get(null).setLocalTimeZone(zone.getId());
    }

    /** To be called inside of the context. */
    static void install() {
        JSRealm realm = JSRealm.get(null);
        Object[] functions = new Object[Operation.values().length];
        for (Operation operation : Operation.values()) {
            functions[operation.ordinal()] = function(realm, operation);
        }
        JSObject.set(
                realm.getGlobalObject(),
                Strings.fromJavaString(PROPERTY),
                JSArray.createConstantObjectArray(realm.getContext(), realm, functions));
    }

    private static Object function(JSRealm realm, Operation operation) {
        JSContext context = realm.getContext();
        var target = new Root(context.getLanguage(), operation).getCallTarget();
        TruffleString name = Strings.fromJavaString(operation.name());
        return JSFunction.create(realm, JSFunctionData.createCallOnly(context, target, 1, name));
    }

    private static final class Root extends JavaScriptRootNode {
        private final Operation operation;

        Root(JavaScriptLanguage language, Operation operation) {
            super(language);
            this.operation = operation;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            return perform(operation, frame.getArguments());
        }
    }

    @TruffleBoundary
    private static Object perform(Operation operation, Object[] arguments) {
        JSRealm realm = JSRealm.get(null);
        Object first = JSArguments.getUserArgument(arguments, 0);
        return switch (operation) {
            case DEFINE_MODULE ->
                defineModule(
                        realm,
                        JSRuntime.toJavaString(first),
                        JSRuntime.toJavaString(JSArguments.getUserArgument(arguments, 1)));
            case ON_IMPORT_META -> onImportMeta(realm, first);
            case PROMISE ->
                first instanceof JSPromiseObject promise
                        ? array(
                                realm,
                                JSPromise.getPromiseState(promise),
                                JSPromise.getPromiseResult(promise))
                        : Undefined.instance;
            case PROXY ->
                first instanceof JSProxyObject proxy
                        ? array(realm, JSProxy.getTarget(proxy), JSProxy.getHandler(proxy))
                        : Undefined.instance;
            case BUFFER -> {
                TruffleLanguage.Env env = realm.getEnv();
                byte[] bytes = (byte[]) env.asHostObject(first);
                yield JSArrayBuffer.createArrayBuffer(realm.getContext(), realm, bytes);
            }
            case EVALUATE_MODULE ->
                evaluateModule(
                        realm,
                        JSRuntime.toJavaString(first),
                        JSRuntime.toJavaString(JSArguments.getUserArgument(arguments, 1)));
            case REST ->
                first instanceof JSCollectionIteratorObject iterator
                        ? rest(realm, iterator)
                        : Undefined.instance;
        };
    }

    private static Object rest(JSRealm realm, JSCollectionIteratorObject iterator) {
        int kind = iterator.getIterationKind();
        boolean isSet = iterator instanceof JSSetIteratorObject;
        List<Object> rest = new ArrayList<>();
        rest.add(kind == JSRuntime.ITERATION_KIND_KEY_PLUS_VALUE);
        JSHashMap.Cursor cursor = iterator.getIteratedObject() == Undefined.instance
                ? null
                : iterator.getNextIndex().copy();
        while (cursor != null && cursor.advance()) {
            Object key = cursor.getKey();
            Object value = isSet ? key : cursor.getValue();
            rest.add(
                    switch (kind) {
                        case JSRuntime.ITERATION_KIND_KEY -> key;
                        case JSRuntime.ITERATION_KIND_VALUE -> value;
                        default -> array(realm, key, value);
                    });
        }
        return array(realm, rest.toArray());
    }

    private static Object array(JSRealm realm, Object... values) {
        return JSArray.createConstantObjectArray(realm.getContext(), realm, values);
    }

    private static Object defineModule(JSRealm realm, String path, String text) {
        define(realm, path, text);
        return Undefined.instance;
    }

    private static Object evaluateModule(JSRealm realm, String path, String text) {
        JSModuleRecord module = define(realm, path, text);
        module.loadRequestedModulesSync(realm, Undefined.instance);
        module.link(realm);
        JSPromiseObject end = module.evaluate(realm);
        return array(realm, end, module.getModuleNamespace(false));
    }

    /** The module of that path, if there is one, or else one of that text. */
    private static JSModuleRecord define(JSRealm realm, String path, String text) {
        Source source = Source.newBuilder(
                        JavaScriptLanguage.ID, realm.getEnv().getPublicTruffleFile(path))
                .content(text)
                .mimeType(JavaScriptLanguage.MODULE_MIME_TYPE)
                .name(path)
                .build();
        JSModuleLoader loader = realm.getModuleLoader();
        var parsed = realm.getContext().getEvaluator().envParseModule(realm, source);
        JSModuleRecord module = new JSModuleRecord(parsed, loader);
        var before =
                loader.addLoadedModule(ModuleRequest.create(Strings.fromJavaString(path)), module);
        return before == null ? module : (JSModuleRecord) before;
    }

    private static Object onImportMeta(JSRealm realm, Object function) {
        realm.getContext().setImportMetaInitializer((meta, module) -> {
            Object path = Strings.fromJavaString(module.getSource().getPath());
            JSRuntime.call(function, Undefined.instance, new Object[] {meta, path});
        });
        return Undefined.instance;
    }
}
