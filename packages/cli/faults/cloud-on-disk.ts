import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { DiskImage } from './disk-image.ts'
import { PolledCloud } from './polled-cloud.ts'

const diskMb = 512

/** A service that polls, with its data on a small disk of its own; null where there can be none, and the test is skipped. */
export const openCloudOnDisk = async (
  t: Pick<TestContext, 'after' | 'skip'>,
  devices: number,
): Promise<{ disk: DiskImage; cloud: PolledCloud } | null> => {
  const problem = DiskImage.problem()
  if (problem !== null) {
    t.skip(problem)
    return null
  }
  const disk = new DiskImage()
  const cloud = new PolledCloud({ devices, data: join(disk.path, 'cloud') })
  t.after(async () => {
    await cloud.close()
    await disk.close()
  })
  disk.open(diskMb)
  await cloud.open()
  return { disk, cloud }
}
