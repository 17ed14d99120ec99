export const precisions = ['ns', 'us', 'ms', 's'] as const
export type Precision = (typeof precisions)[number]
