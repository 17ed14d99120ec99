/** By its name, a file that only tests use: `testing.ts`, `testing-ledger.ts`, `naive.testing.ts`, `readings.arbitrary.ts`. */
const namedForTests = /\/testing[.-][^/]*$|\.(testing|arbitrary)\.tsx?$/

/** What only tests use lives in a folder `testing`, of its package or of a folder inside it. */
export const isMisplaced = (path: string): boolean => namedForTests.test(path) && !path.includes('/testing/')

/** Tests, what they use, and programs beside `src` that try the product out. */
export const mayUseTestSupport = (path: string): boolean =>
  /\.test\.tsx?$|\/testing\/|\/(journeys|bench|oracles|peers|faults|hostile|installing)\//.test(path)
