/** Whether an optional package may be left out on this machine. Which C library it has is npm's to know. */
const isForOthers = ({ os, cpu, libc }, { platform, arch }) =>
  (os !== undefined && !os.includes(platform)) || (cpu !== undefined && !cpu.includes(arch)) || libc !== undefined

const isSame = (wanted, found) =>
  wanted.version === found.version && wanted.integrity === found.integrity && wanted.link === found.link

/** Optional packages without a platform of their own come with one that has: they may be missing with it. */
const mayBeMissing = (wanted, machine) =>
  wanted.optional === true && (isForOthers(wanted, machine) || (wanted.os === undefined && wanted.cpu === undefined))

/**
 * Whether npm has installed what the lock file names, by the list that npm itself keeps in node_modules/.package-lock.json. It
 * writes that list last in every case, so a broken install is none. To run the programs, nothing that only checks and tests need has to be there.
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
