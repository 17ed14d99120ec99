import { globSync } from 'node:fs'

/** A part of the core whose tests are tested: what is mutated, and which tests are to notice. Patterns start at the root. */
export interface MutantArea {
  sources: readonly string[]
  tests: readonly string[]
}

export const areas: Readonly<Record<string, MutantArea>> = {
  client: {
    sources: ['packages/modbus/src/client/**/*.ts'],
    tests: ['packages/modbus/src/client/**/*.test.ts'],
  },
  queue: {
    sources: [
      'packages/cloud/src/field/link/{base-link,busy-time,direct-link,silence-watch}.ts',
      'packages/cloud/src/field/link/*queue*.ts',
    ],
    tests: ['packages/cloud/src/field/*.test.ts', 'packages/cloud/src/field/link/*.test.ts'],
  },
  recorder: {
    sources: ['packages/readings/src/recording/**/*.ts'],
    tests: ['packages/readings/src/recording/**/*.test.ts'],
  },
  chunk: {
    sources: ['packages/series/src/**/*.ts'],
    tests: ['packages/series/src/**/*.test.ts'],
  },
  alerts: {
    sources: ['packages/alerts/src/engine/**/*.ts'],
    tests: ['packages/alerts/src/engine/**/*.test.ts'],
  },
  energy: {
    sources: ['packages/cloud/src/energy/**/*.ts'],
    tests: ['packages/cloud/src/energy/**/*.test.ts'],
  },
  access: {
    sources: ['packages/cloud/src/accounts/access/**/*.ts'],
    tests: [
      'packages/cloud/src/{accounts/access,server/gates}/**/*.test.ts',
      'packages/cloud/src/start/share-matrix.test.ts',
      'packages/cloud/src/accounts/{oidc,second-factor,sessions}/*.test.ts',
      'packages/cloud/src/dashboards/share-links/*.test.ts',
    ],
  },
  gates: {
    sources: ['packages/cloud/src/server/gates/**/*.ts'],
    tests: [
      'packages/cloud/src/server/{gates,admission}/**/*.test.ts',
      'packages/cloud/src/server/overload.test.ts',
      'packages/cloud/src/start/{access,share}-matrix.test.ts',
      'packages/cloud/src/dashboards/share-links/*.test.ts',
    ],
  },
  'gateway-gates': {
    sources: ['packages/gateway/src/{api/server,api/insecure,session}/**/*.ts'],
    tests: ['packages/gateway/src/{api/server,api/insecure,session}/**/*.test.ts'],
  },
  // Effects of single settings are tested in settings/effects with whole gateways, which is too slow for mutants of the
  // store.
  settings: {
    sources: ['packages/gateway/src/settings/{,rules/,store/}*.ts'],
    tests: ['packages/gateway/src/settings/{,rules/,store/}*.test.ts', 'packages/gateway/src/api/device/*.test.ts'],
  },
}

const helpsTests = /\.(test|arbitrary)\.ts$|\/testing([-/][^/]+)*\.ts$|\.d\.ts$/

const found = (root: string, patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()

export const sourcesOf = (root: string, { sources }: MutantArea): string[] =>
  found(root, sources).filter((path) => !helpsTests.test(path))

export const testsOf = (root: string, { tests }: MutantArea): string[] => found(root, tests)
