import {b} from './esm-b.mjs'; export const a = 'a'; export const seen = b();
