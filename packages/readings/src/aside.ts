export { acceptAside } from './clock/accept-aside.ts'
export { asideGroups, countAside, discardAside } from './clock/aside.sql.ts'
