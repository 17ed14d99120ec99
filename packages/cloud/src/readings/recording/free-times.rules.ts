/** Times are recorded in tenths of a second. */
const stepMs = 100

/** Which times of a device are taken, as far as is known, in milliseconds since 1970. */
export interface TakenTimes {
  /** All of these are, in steps, up to the latest that was given; both are null before the first. */
  busyFrom: number | null
  busyTill: number | null
  /** And these. */
  readonly others: Set<number>
}

/** The tenth of a second in which something was read. */
export const tenthOf = (readOn: number): number => Math.floor(readOn / stepMs) * stepMs

/** The tenth of a second of a poll, or the next that is free, which then is taken. */
export const takeTime = (taken: TakenTimes, readOn: number): number => {
  let time = tenthOf(readOn)
  for (;;) {
    const { busyFrom, busyTill } = taken
    if (busyFrom !== null && busyTill !== null && time >= busyFrom && time <= busyTill) time = busyTill + stepMs
    else if (taken.others.has(time)) time += stepMs
    else break
  }
  taken.others.add(time)
  if (taken.busyTill === null || time > taken.busyTill) {
    if (time - stepMs !== taken.busyTill) taken.busyFrom = time
    taken.busyTill = time
  }
  return time
}
