import { readFileSync } from 'node:fs'
import { district, library, type PlantDescription, parsePlant, swarm, workshop } from '@busbar/simulator'
import { UsageError } from '../command.ts'

export interface PlantChoice {
  plant: string
  sites: number
  units: number
  seed?: string | undefined
}

/** A shipped plant by its name, or one of yours by its file. */
export const choosePlant = ({ plant, sites, units, seed }: PlantChoice): PlantDescription => {
  const chosen = shipped(plant, sites, units) ?? fromFile(plant)
  return seed === undefined ? chosen : { ...chosen, seed }
}

const shipped = (name: string, sites: number, units: number): PlantDescription | undefined =>
  new Map([
    ['workshop', () => workshop],
    ['district', () => district],
    ['swarm', () => swarm({ sites, units })],
    ['library', library],
  ]).get(name)?.()

const fromFile = (path: string): PlantDescription => {
  try {
    return parsePlant(path, readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(
        `--plant takes workshop, district, swarm, library or a file; ${path} cannot be read (${error.message})`,
      )
    }
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
