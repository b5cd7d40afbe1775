export const value = await new Promise((r) => setTimeout(() => r('awaited'), 1));
