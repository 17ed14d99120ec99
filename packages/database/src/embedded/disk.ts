import { statfs } from 'node:fs/promises'

/** With less, PostgreSQL cannot make a file larger by its usual step. */
const bytesMin = 1 << 20

/** Whether there is no room left where the data are; false where the system does not say. */
export const isDiskFull = async (folder: string): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < bytesMin
  } catch {
    return false
  }
}
