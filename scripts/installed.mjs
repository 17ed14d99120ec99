/** Returns whether an optional package is unnecessary on this machine. Only npm knows the C library. */
const isForOthers = ({ os, cpu, libc }, { platform, arch }) =>
  (os !== undefined && !os.includes(platform)) || (cpu !== undefined && !cpu.includes(arch)) || libc !== undefined

const isSame = (wanted, found) =>
  wanted.version === found.version && wanted.integrity === found.integrity && wanted.link === found.link

/** Optional packages without a platform of their own come with one that has: they may be missing with it. */
const mayBeMissing = (wanted, machine) =>
  wanted.optional === true && (isForOthers(wanted, machine) || (wanted.os === undefined && wanted.cpu === undefined))

/**
 * Checks whether npm has installed the lock file, by npm's own list in node_modules/.package-lock.json. npm writes this
 * list last, so an interrupted install does not have it. Tools for checks and tests are not needed to run the programs.
 */
export const isInstalled = (lock, installed, machine, withTools) => {
  const found = installed?.packages ?? {}
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '')
  const known = new Set(wanted.map(([path]) => path))
  const mayLack = (one) => mayBeMissing(one, machine) || (!withTools && (one.dev ?? one.devOptional) === true)
  return (
    Object.keys(found).every((path) => known.has(path)) &&
    wanted.every(([path, one]) => (found[path] === undefined ? mayLack(one) : isSame(one, found[path])))
  )
}
