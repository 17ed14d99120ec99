/** Says nothing when the value is right; otherwise throws, naming the place. */
export type Check = (value: unknown, at: string) => void

function refuse(at: string, wanted: string, value: unknown): never {
  throw new Error(`${at}: ${wanted} expected, not ${value === undefined ? 'nothing' : JSON.stringify(value)}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text: Check = (value, at) => {
  if (typeof value !== 'string' || value === '') refuse(at, 'a text', value)
}

export const number: Check = (value, at) => {
  if (typeof value !== 'number') refuse(at, 'a number', value)
}

export const flag: Check = (value, at) => {
  if (typeof value !== 'boolean') refuse(at, 'true or false', value)
}

export const whole =
  (lowest: number, highest: number): Check =>
  (value, at) => {
    const fits = Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest
    if (!fits) refuse(at, `a whole number from ${lowest} to ${highest}`, value)
  }

export const oneOf =
  (words: readonly string[]): Check =>
  (value, at) => {
    if (!words.some((word) => word === value)) refuse(at, words.join(' | '), value)
  }

export const list =
  (each: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length === 0) refuse(at, 'a list', value)
    for (const [index, item] of value.entries()) each(item, `${at}[${index}]`)
  }

/** An object whose keys are numbers. */
export const numbered =
  (each: Check): Check =>
  (value, at) => {
    if (!isObject(value)) refuse(at, 'an object', value)
    for (const [key, item] of Object.entries(value)) {
      if (!/^\d+$/.test(key)) refuse(`${at}.${key}`, 'a number as its key', key)
      each(item, `${at}.${key}`)
    }
  }

/** An object with these fields and no others. */
export const fields =
  (needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, at) => {
    if (!isObject(value)) refuse(at, 'an object', value)
    for (const key of Object.keys(value))
      if (!(key in needed || key in optional)) refuse(`${at}.${key}`, 'nothing', key)
    for (const [key, check] of Object.entries(needed)) check(value[key], `${at}.${key}`)
    for (const [key, check] of Object.entries(optional)) if (key in value) check(value[key], `${at}.${key}`)
  }
