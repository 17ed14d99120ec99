import { type PlantDescription, plantProblem } from './description.ts'

type Fields = Record<string, unknown>

/** A plant from the text of a JSON file; a mistake is reported with its place. */
export const parsePlant = (file: string, text: string): PlantDescription => {
  const fail = (why: string): never => {
    throw new Error(`${file}: ${why}`)
  }
  const textOf = (from: Fields, field: string, otherwise?: string): string => {
    const value = from[field] ?? otherwise
    return typeof value === 'string' && value !== '' ? value : fail(`${field}: a text is needed`)
  }
  const list = (from: Fields, field: string): Fields[] => {
    const value = from[field]
    return Array.isArray(value) && value.every(isFields) ? value : fail(`${field}: a list of objects is needed`)
  }
  const document = readJson(text) ?? fail('this is no JSON object')
  const plant: PlantDescription = {
    name: textOf(document, 'name'),
    seed: textOf(document, 'seed', 'busbar'),
    sites: list(document, 'sites').map((site) => ({
      id: textOf(site, 'id'),
      name: textOf(site, 'name', textOf(site, 'id')),
      envelope: textOf(site, 'envelope', 'tcp') as 'tcp',
      devices: list(site, 'devices').map((device) => ({
        unit: Number(device['unit']),
        sku: textOf(device, 'sku'),
        name: textOf(device, 'name', textOf(device, 'sku')),
      })),
    })),
  }
  const problem = plantProblem(plant)
  return problem === null ? plant : fail(problem)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readJson = (text: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
