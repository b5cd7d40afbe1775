export let count = 0; export const add = () => { count++; }; export default function () { return this; }
