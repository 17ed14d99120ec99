import { readFileSync } from 'node:fs'
import type { DocumentOptions, Endpoint } from '@busbar/wire'
import type { Variant } from '../../base/variant.ts'
import type { Level } from '../../session/level.ts'
import type { contracts } from '../contract.ts'

/** The document shows levels, not our words. */
export interface LevelAccess {
  access: Level
}

/** Descriptions of the resources in the reference. */
const tags: Readonly<Record<keyof (typeof contracts)['B'], string>> = {
  login: 'Log in with a salted hash, and log out.',
  search: 'Search for units on the serial bus.',
  classFind: 'Identify units with template files on the card.',
  modbus: 'Raw Modbus requests and the connection to the cloud.',
  card: 'Files on the memory card.',
  system: 'Restart, clock and activation.',
  bus: 'Serial bus status and live traffic.',
  units: 'Units of the bus, their responses and names.',
  serial: 'Serial ports of the box.',
  tasks: 'Task files: state, check, start and stop.',
  mqtt: 'MQTT broker to which task items are published.',
  users: 'Users and passwords.',
  log: 'Gateway log.',
  firmware: 'Gateway releases and updates.',
  box: 'Memory, port forwarding, first run and HTTPS.',
  device: 'Gateway identity and state.',
  settings: 'Active settings, and saved settings that apply after the next restart.',
}

const levelWords: Readonly<Record<Level, string>> = {
  0: 'Requires no login.',
  1: 'Requires level 1: `user` or `admin`.',
  2: 'Requires level 2: `admin`.',
}

/** Errors that the gates return, in their order, and errors of everything on the card. */
const errorsOf = ({ access, path, query, body }: Endpoint<LevelAccess>): Record<string, string> => ({
  ERROR_HOST: '',
  ...(access > 0 && { ERROR_TOKEN: '' }),
  ...(access > 0 && { ERROR_LEVEL: `the caller has a level below ${access}.` }),
  ...(body && { ERROR_SIZE: '', ERROR_JSON: '' }),
  ...((query ?? body) && { ERROR_REQUEST: '' }),
  ...(/^\/(api\/)?card\//.test(path) && {
    ERROR_FR_INVALID_NAME: '',
    ERROR_FR_NO_FILE: '',
    ERROR_FR_NO_PATH: '',
    ERROR_FR_INVALID_OBJECT: '',
    ERROR_FR_NOT_READY: '',
    ERROR_FR_NOT_ENABLED: '',
    ERROR_FR_DISK_ERR: '',
  }),
  ERROR_INTERNAL: '',
})

const clientOf = (variant: Variant): string => `import { contracts, errorFields } from '@busbar/gateway/contract'
import { client } from '@busbar/wire'

let token = ''
const api = client(contracts.${variant}, {
  baseUrl: 'http://gateway.local',
  errorFields,
  authorization: () => \`Bearer \${token}\`,
})`

const files = {
  A: new URL('exchanges-a.json', import.meta.url),
  B: new URL('exchanges-b.json', import.meta.url),
}

type Reference = Pick<DocumentOptions<LevelAccess>, 'tags' | 'notesOf' | 'errorsOf' | 'exchanges' | 'samples'>

/**
 * Reference texts that the contract does not contain. The examples were exchanged by a test, see `exchanges.test.ts`.
 */
export const reference = (variant: Variant): Reference => ({
  tags,
  notesOf: ({ access }) => [levelWords[access]],
  errorsOf,
  exchanges: JSON.parse(readFileSync(files[variant], 'utf8')) as Reference['exchanges'],
  samples: {
    origin: 'http://gateway.local',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer $TOKEN' },
    client: clientOf(variant),
  },
})
