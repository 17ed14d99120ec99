import { z } from 'zod'
import { get } from './access-contract.ts'

const [summary, reply] = ['x', z.object({})] as const
const deviceId = { params: z.object({ deviceId: z.string() }) }
const orgId = { params: z.object({ orgId: z.string() }) }

/** Compiled, never run: `shared` is accepted only for object kinds whose visibility through a share link is known. */
export const compiles = (): void => {
  get('/a/:orgId/', { access: 'viewer', object: 'org', shared: true, summary, reply, ...orgId })
  get('/a/', { access: 'viewer', object: 'listed', shared: true, summary, reply })
  get('/a/', { access: 'link', summary, reply })
}

/** Compiled and never run: every line below an expectation would be an error. */
export const doesNotCompile = (): void => {
  // @ts-expect-error no link opens a device as a whole
  get('/a/:deviceId/', { access: 'viewer', object: 'device', shared: true, summary, reply, ...deviceId })
  // @ts-expect-error nor what asks for any role anywhere
  get('/a/', { access: 'viewer', object: 'any', shared: true, summary, reply })
  // @ts-expect-error nor what is about the user
  get('/a/', { access: 'session', shared: true, summary, reply })
  // @ts-expect-error what is open to everybody needs no link
  get('/a/', { access: 'open', shared: true, summary, reply })
}
