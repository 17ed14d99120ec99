import { building } from './building.ts'
import { electric } from './electric.ts'
import { hvac } from './hvac.ts'
import { instruments } from './instruments.ts'
import type { PlantSymbol } from './plant-symbol.ts'
import { pumpsAndValves } from './pumps-valves.ts'
import { solar } from './solar.ts'
import { tanksAndPipes } from './tanks-pipes.ts'

/** All symbols, by what they are for. */
export const symbolGroups = {
  electric,
  water: [...pumpsAndValves, ...tanksAndPipes],
  hvac,
  solar,
  building,
  instruments,
} as const
export type SymbolGroup = keyof typeof symbolGroups

export const allSymbols: readonly PlantSymbol[] = Object.values(symbolGroups).flat()

const byId: ReadonlyMap<string, PlantSymbol> = new Map(allSymbols.map((one) => [one.id, one]))

export const symbolOf = (id: string): PlantSymbol | undefined => byId.get(id)
