import { getHeapStatistics } from 'node:v8'

/** All that was ever allocated in JavaScript's heap of this process, also what is garbage by now. */
export const allocatedBytes = (): number =>
  (getHeapStatistics() as ReturnType<typeof getHeapStatistics> & { total_allocated_bytes: number })
    .total_allocated_bytes
