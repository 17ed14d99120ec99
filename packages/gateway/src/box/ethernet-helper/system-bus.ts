import { runProgram } from '../helper/run-program.ts'

/** Calls of the system's own services, which are never started by it. */

const busctl = (...args: string[]): Promise<string> =>
  runProgram('busctl', '--system', '--auto-start=no', '--json=short', ...args)

export interface BusObject {
  readonly service: string
  readonly path: string
  readonly interface: string
}

/** Returns the values of the reply. */
export const call = async (
  { service, path, interface: face }: BusObject,
  method: string,
  ...args: string[]
): Promise<unknown[]> => {
  const text = await busctl('call', service, path, face, method, ...args)
  return text.trim() === '' ? [] : (JSON.parse(text) as { data: unknown[] }).data
}

export const property = async ({ service, path, interface: face }: BusObject, name: string): Promise<unknown> =>
  (JSON.parse(await busctl('get-property', service, path, face, name)) as { data: unknown }).data
