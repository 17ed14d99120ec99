import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killAllIn } from './processes-in.ts'

const chunkBytes = [1 << 20, 4096, 512]
const retryMs = 20
const busyMsMax = 10_000

/** EXT4_IOC_SHUTDOWN with the flag that nothing is flushed, not even the journal: from now on nothing reaches the device. */
const shutdown =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($f, 0x8004587d, $flags) or die $!'

/** A small disk of its own: an ext4 in a file. It can be filled, and its power can be cut. */
export class DiskImage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'busbar-disk-'))
  readonly #image = join(this.#folder, 'image')
  readonly path = join(this.#folder, 'disk')

  /** Why there can be none here; null where there can. */
  static problem(): string | null {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root, to mount a disk of its own'
    try {
      execFileSync('losetup', ['--find'], { stdio: 'ignore' })
      return null
    } catch {
      return 'needs loop devices, which this system does not give'
    }
  }

  open(megabytes: number): void {
    execFileSync('chmod', ['711', this.#folder])
    mkdirSync(this.path)
    truncateSync(openFile(this.#image), megabytes << 20)
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', this.#image])
    this.#mount()
  }

  /** Until not one byte fits any more. */
  fill(): void {
    const file = openSync(join(this.path, 'ballast'), 'a')
    try {
      for (const bytes of chunkBytes) writeWhilePossible(file, Buffer.alloc(bytes, 1))
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(join(this.path, 'ballast'), { force: true })
  }

  /** Loses data that were not synchronized, as in a power cut. Programs on the disk then fail. */
  cutPower(): void {
    execFileSync('perl', ['-e', shutdown, this.path])
  }

  /** The disk as it is found when the power is back; the processes that used it are gone. */
  async powerOn(): Promise<void> {
    await this.#unmount()
    this.#mount()
  }

  async close(): Promise<void> {
    await this.#unmount()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.path])
  }

  async #unmount(): Promise<void> {
    for (const deadline = performance.now() + busyMsMax; ; await sleep(retryMs)) {
      killAllIn(this.path)
      try {
        execFileSync('umount', [this.path], { stdio: 'pipe' })
        return
      } catch (error) {
        if (performance.now() > deadline) throw error
      }
    }
  }
}

const openFile = (path: string): string => {
  closeSync(openSync(path, 'w'))
  return path
}

const writeWhilePossible = (file: number, bytes: Buffer): void => {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
