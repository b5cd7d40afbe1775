import {a} from './esm-a.mjs'; export function b() { try { return a; } catch (e) { return e.name; } }
