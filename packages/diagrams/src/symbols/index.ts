export { stateRow, symbolMarkup } from './draw-symbol.ts'
export type { PlantSymbol } from './plant-symbol.ts'
export { type SymbolGroup, symbolGroups } from './symbol-groups.ts'
