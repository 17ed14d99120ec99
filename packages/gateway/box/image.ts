import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'

/** A minimal Debian as a new box has it; made once, in the folder of all that is made here. */
export const image = new URL('../../../.data/box-bookworm-mdns', import.meta.url).pathname
const run = promisify(execFile)
const debootstrap = '/usr/sbin/debootstrap'
const included = 'systemd,systemd-sysv,dbus,udev,iproute2,curl,libatomic1,libstdc++6,tzdata,sudo,avahi-daemon'
export const noDebootstrap = existsSync(debootstrap) ? undefined : `there is no ${debootstrap}`

/** Why there is no image; nothing where there is one. */
export const makeImage = async (): Promise<string | undefined> => {
  if (existsSync(image)) return undefined
  const newImage = `${image}.new`
  rmSync(newImage, { recursive: true, force: true })
  try {
    await run(debootstrap, ['--variant=minbase', `--include=${included}`, 'bookworm', newImage], { timeout: 600_000 })
  } catch (error) {
    return `Debian could not be fetched: ${(error as { stdout?: string }).stdout?.trim().split('\n').at(-1) ?? ''}`
  }
  renameSync(newImage, image)
  return undefined
}
