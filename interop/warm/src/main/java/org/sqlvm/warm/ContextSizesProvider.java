package org.sqlvm.warm;

import com.oracle.truffle.api.instrumentation.TruffleInstrument.Registration;
import com.oracle.truffle.api.instrumentation.provider.TruffleInstrumentProvider;

import java.util.Collection;
import java.util.List;

/** By which Truffle finds {@link ContextSizes}. */
@Registration(
        id = ContextSizes.ID,
        name = "sizes of contexts",
        version = "1",
        services = ContextSizes.class)
public final class ContextSizesProvider extends TruffleInstrumentProvider {
    @Override
    protected String getInstrumentClassName() {
        return ContextSizes.class.getName();
    }

    @Override
    protected Object create() {
        return new ContextSizes();
    }

    @Override
    protected Collection<String> getServicesClassNames() {
        return List.of(ContextSizes.class.getName());
    }
}
