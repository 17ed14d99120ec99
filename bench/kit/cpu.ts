/** CPU time of this process so far, its own and the system's on its behalf. */
export const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}
