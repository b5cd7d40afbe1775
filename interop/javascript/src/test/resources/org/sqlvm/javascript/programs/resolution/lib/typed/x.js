export const kind = typeof require; export const self = import.meta.filename === undefined ? 0 : import.meta.filename.split('/').pop();
