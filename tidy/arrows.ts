/** Who may import whom: the whole architecture on one page. A name that is missing may be imported by nobody. */

/** Packages of ours, each with those that it may import. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/modbus': [],
  'packages/serial': ['modbus'],
  templates: ['modbus'],
  'packages/simulator': ['modbus', 'serial', 'templates'],
  'packages/wire': [],
  'packages/cloud': ['modbus', 'templates', 'wire'],
  'packages/cli': ['cloud', 'modbus', 'serial', 'simulator', 'templates', 'wire'],
  bench: ['cloud', 'modbus', 'simulator', 'wire'],
  tidy: ['cli', 'cloud', 'modbus', 'simulator', 'templates'],
}

/** What tests may import besides: `devDependencies` has them. */
export const testPackages: Readonly<Record<string, readonly string[]>> = {
  'packages/cloud': ['simulator'],
}

/** Folders inside a package's `src`, each with the other folders that it may import; `.` are the files beside them. */
export const folders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/modbus': {
    '.': ['client', 'envelope', 'pdu', 'planning', 'server', 'time', 'values'],
    time: [],
    pdu: [],
    values: ['.'],
    planning: ['.'],
    envelope: ['.', 'pdu', 'time'],
    client: ['.', 'envelope', 'pdu', 'time'],
    server: ['.', 'envelope', 'pdu', 'time'],
    net: ['.', 'client', 'server'],
    testing: ['.'],
  },
  'packages/simulator': {
    '.': ['devices', 'faults', 'line', 'plant', 'plants', 'serve'],
    devices: ['.'],
    line: ['.'],
    faults: [],
    plant: ['devices', 'faults'],
    plants: ['devices', 'plant'],
    serve: ['.', 'faults', 'line', 'plant'],
  },
  'packages/wire': {
    '.': ['client', 'contract', 'openapi', 'server', 'vocabulary'],
    contract: [],
    vocabulary: [],
    openapi: ['contract', 'vocabulary'],
    client: ['contract'],
    server: ['contract'],
    testing: ['.'],
  },
  'packages/cloud': {
    '.': ['access', 'alerts', 'api', 'db', 'directory', 'field', 'http', 'live', 'polling', 'readings'],
    db: [],
    access: ['db'],
    texts: [],
    svg: [],
    readings: ['db'],
    energy: ['db', 'readings'],
    directory: ['db'],
    field: ['db', 'directory'],
    polling: ['directory', 'field', 'readings'],
    live: ['readings'],
    alerts: ['db', 'field', 'polling', 'readings', 'texts'],
    api: [
      '.',
      'access',
      'alerts',
      'db',
      'directory',
      'energy',
      'field',
      'http',
      'live',
      'polling',
      'readings',
      'svg',
      'texts',
    ],
    http: ['.', 'access', 'db'],
    admin: ['.', 'access', 'api', 'db'],
    testing: ['.', 'access', 'api', 'db', 'directory', 'field', 'http', 'live', 'polling', 'readings'],
  },
  'packages/cli': {
    '.': ['commands'],
    simulate: ['.'],
    demo: [],
    testing: [],
    commands: ['.', 'demo', 'simulate'],
  },
}

/** Where Node's own modules may be used, besides tests. A package that is missing may use them all. */
export const nodeModules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/modbus': { net: ['node:events', 'node:net'], time: ['node:timers/promises'], testing: ['node:events'] },
}
