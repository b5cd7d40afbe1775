'use strict';

// How inspect puts the parts of a value on lines.

const ESCAPES = /\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07/g;
/** A longer array is shown in columns. */
const SHORT_ARRAY = 6;

/** The options and the state that the form depends on are fields of the inspection. */
class Layout {
    /** Puts the parts on one line if they fit, or else on lines of their own. */
    joined(output, base, braces, isArray, level, value) {
        if (this.compact === true) {
            return this.compactly(output, base, braces);
        }
        const {compact} = this;
        const entries = output.length;
        if (isArray && entries > SHORT_ARRAY && compact !== false) {
            output = this.columns(output, value);
        }
        if (this.level - level < (compact === false ? 0 : compact) && entries === output.length) {
            // The innermost levels share a line.
            const start = output.length + this.indentation + braces[0].length + base.length + 10;
            if (this.fits(output, start, base)) {
                const line = output.join(', ');
                if (!line.includes('\n')) {
                    return `${base === '' ? '' : `${base} `}${braces[0]} ${line} ${braces[1]}`;
                }
            }
        }
        const margin = `\n${' '.repeat(this.indentation)}`;
        return `${base === '' ? '' : `${base} `}${braces[0]}${margin}  ${output.join(`,${margin}  `)}`
            + `${margin}${braces[1]}`;
    }

    compactly(output, base, braces) {
        if (this.fits(output, 0, base)) {
            return `${braces[0]}${base === '' ? '' : ` ${base}`} ${output.join(', ')} ${braces[1]}`;
        }
        const margin = `\n${' '.repeat(this.indentation)}`;
        const line = base === '' && braces[0].length === 1 ? ' '
            : `${base === '' ? '' : ` ${base}`}\n${' '.repeat(this.indentation)}  `;
        return `${braces[0]}${line}${output.join(`,${margin}  `)} ${braces[1]}`;
    }

    fits(output, start, base) {
        let total = output.length + start;
        if (total + output.length > this.breakLength) {
            return false;
        }
        for (const part of output) {
            total += this.width(part);
            if (total > this.breakLength) {
                return false;
            }
        }
        return base === '' || !base.includes('\n');
    }

    width(text) {
        return this.colors ? text.replace(ESCAPES, '').length : text.length;
    }

    /** The elements of a long array in columns of about the same width. */
    columns(output, value) {
        const separator = 2;
        const hasMore = this.maxArrayLength < output.length && /^\.\.\. \d+ more item/.test(output.at(-1));
        const count = hasMore ? output.length - 1 : output.length;
        const widths = output.slice(0, count).map((text) => this.width(text));
        const total = widths.reduce((sum, width) => sum + width + separator, 0);
        const widest = Math.max(...widths);
        const cell = widest + separator;
        if (cell * 3 + this.indentation >= this.breakLength
                || (total / cell <= 5 && widest > SHORT_ARRAY)) {
            return output;
        }
        // A square looks best, if a character is two and a half times as high as it is wide.
        const bias = Math.sqrt(cell - total / output.length);
        const biased = Math.max(cell - 3 - bias, 1);
        const columns = Math.min(
            Math.round(Math.sqrt(2.5 * biased * count) / biased),
            Math.floor((this.breakLength - this.indentation) / cell),
            this.compact * 4,
            15);
        if (columns <= 1) {
            return output;
        }
        const columnWidths = [];
        for (let column = 0; column < columns; column++) {
            let width = 0;
            for (let i = column; i < count; i += columns) {
                width = Math.max(width, widths[i]);
            }
            columnWidths.push(width + separator);
        }
        const right = value === undefined || Array.prototype.every.call(
            Array.from({length: Math.min(output.length, value.length ?? 0)}, (_, i) => value[i]),
            (one) => typeof one === 'number' || typeof one === 'bigint');
        const lines = [];
        for (let row = 0; row < count; row += columns) {
            const end = Math.min(row + columns, count);
            let line = '';
            for (let i = row; i < end; i++) {
                const isLast = i === end - 1;
                const text = isLast ? output[i] : `${output[i]}, `;
                const width = columnWidths[i - row] + output[i].length - widths[i] - (isLast ? separator : 0);
                line += right ? text.padStart(width, ' ') : isLast ? text : text.padEnd(width, ' ');
            }
            lines.push(line);
        }
        if (hasMore) {
            lines.push(output[count]);
        }
        return lines;
    }
}

module.exports = {Layout, ESCAPES};
