package org.sqlvm.server.typing;

import org.sqlvm.server.value.PgType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives parameters the types of what they stand beside. The first type that is found stays. */
final class Unifier {
    private final Map<Integer, PgType> types = new HashMap<>();

    /** The types that were found, by the number of the parameter. */
    Map<Integer, PgType> types() {
        return types;
    }

    /** Both are of one type, part by part. */
    void unify(Operand left, Operand right) {
        if (!left.parts().isEmpty() && left.parts().size() == right.parts().size()) {
            for (int i = 0; i < left.parts().size(); i++) {
                unify(left.parts().get(i), right.parts().get(i));
            }
            return;
        }
        set(left, right);
        set(right, left);
    }

    Operand unifyAll(List<Operand> all) {
        PgType type = all.stream()
                .filter(each -> each.parameter() == 0 && each.type() != null)
                .map(Operand::type)
                .findFirst()
                .orElse(null);
        Operand result = new Operand(type);
        all.forEach(each -> set(each, result));
        return result;
    }

    /** If it is a parameter, it is of the other one's type. */
    void set(Operand parameter, Operand other) {
        if (parameter.parameter() > 0 && other.type() != null) {
            types.putIfAbsent(parameter.parameter(), other.type());
        }
    }
}
