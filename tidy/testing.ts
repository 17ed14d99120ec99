/** Names of test files: `testing.ts`, `testing-ledger.ts`, `naive.testing.ts`, `readings.arbitrary.ts`. */
const namedForTests = /\/testing[.-][^/]*$|\.(testing|arbitrary)\.tsx?$/

/** Test code belongs into a folder `testing` of its package or of a folder in it. */
export const isMisplaced = (path: string): boolean => namedForTests.test(path) && !path.includes('/testing/')

/** Tests, what they use, and programs beside `src` that try the product out. */
export const mayUseTestSupport = (path: string): boolean =>
  /\.test\.tsx?$|\/testing\/|\/(journeys|bench|oracles|peers|faults|hostile|installing)\//.test(path)
