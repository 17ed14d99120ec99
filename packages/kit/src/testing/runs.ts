/** How many cases of a property whose cases are dear: so many in `npm run test:random`, a third of them in `npm test`. */
export const runs = (all: number): number => (process.env['BUSBAR_SEED'] === 'random' ? all : Math.ceil(all / 3))
