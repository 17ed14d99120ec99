/** Allowed imports: the whole architecture on one page. An import that is not listed is refused. */

/** Our packages with the packages that each may import. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/import': ['modbus'],
  'packages/kit': [],
  'packages/modbus': ['kit'],
  'packages/mqtt': ['kit'],
  'packages/serial': ['modbus'],
  templates: ['modbus'],
  'packages/simulator': ['kit', 'modbus', 'serial', 'templates'],
  'packages/uplink': [],
  'packages/wire': [],
  // The cloud imports only the number formatter of `ui`: messages show values as the console does.
  'packages/cloud': [
    'alerts',
    'database',
    'import',
    'kit',
    'messaging',
    'modbus',
    'mqtt',
    'polling',
    'readings',
    'series',
    'templates',
    'ui',
    'uplink',
    'wire',
  ],
  'packages/gateway': ['kit', 'modbus', 'mqtt', 'serial', 'uplink', 'wire'],
  'packages/ui': [],
  'packages/charts': ['kit', 'ui'],
  // Only types of the contract are imported from `cloud`.
  'packages/diagrams': ['cloud', 'wire'],
  'packages/console': ['charts', 'cloud', 'diagrams', 'import', 'kit', 'modbus', 'templates', 'ui', 'wire'],
  'packages/panel': ['gateway', 'kit', 'ui', 'wire'],
  'packages/cli': [
    'cloud',
    'console',
    'diagrams',
    'gateway',
    'kit',
    'modbus',
    'panel',
    'serial',
    'simulator',
    'templates',
    'wire',
  ],
  bench: [
    'alerts',
    'cloud',
    'console',
    'database',
    'gateway',
    'kit',
    'messaging',
    'modbus',
    'panel',
    'polling',
    'readings',
    'serial',
    'series',
    'simulator',
    'wire',
  ],
  site: ['cloud', 'gateway', 'templates', 'wire'],
  tidy: ['cli', 'cloud', 'gateway', 'modbus', 'simulator', 'templates'],
  'packages/database': ['kit'],
  'packages/series': [],
  'packages/polling': ['kit', 'modbus'],
  'packages/readings': ['database', 'kit', 'polling', 'series'],
  'packages/alerts': ['database', 'kit', 'modbus', 'readings'],
  'packages/messaging': ['alerts', 'database', 'kit', 'ui'],
}

/** Additional imports of tests, listed in `devDependencies`. */
export const testPackages: Readonly<Record<string, readonly string[]>> = {
  'packages/cloud': ['simulator'],
  'packages/gateway': ['simulator'],
  'packages/console': ['database', 'simulator'],
  'packages/panel': ['simulator'],
  'packages/polling': ['simulator'],
  'packages/readings': ['modbus'],
  'packages/messaging': ['readings', 'simulator'],
  'packages/cli': ['database'],
  tidy: ['ui'],
}

/** Folders that may use Node's own modules, besides tests. A package that is not listed may use them everywhere. */
export const nodeModules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/modbus': { net: ['node:events', 'node:net'], testing: ['node:events'] },
}
