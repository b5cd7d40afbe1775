package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.List;

/** Where a statement's text has parameters. */
public final class ParameterPlaces {
    /** @param number as the statement's parameters are numbered, from 1 */
    public record Place(Span span, int number) {}

    private ParameterPlaces() {}

    /**
     * Returns the positions of the parameters in the order of the text, which is a whole statement.
     */
    public static List<Place> of(String sql) {
        List<Place> places = new ArrayList<>();
        ParameterNames names = new ParameterNames();
        Tokens tokens = new Tokens(sql, 0, SyntaxLimits.MOST);
        while (!tokens.at(TokenKind.END_OF_INPUT)) {
            Token token = tokens.take();
            if (token.kind() == TokenKind.VARIABLE) {
                places.add(
                        new Place(token.span(), names.parameter(tokens, token).number()));
            }
        }
        return places;
    }
}
