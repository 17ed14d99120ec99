/** The simulated plant lives two hours ahead of UTC, without daylight saving. */
export const zoneMs = 7_200_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** When the plant was put into service, 2024-01-01: its counters run from here. */
export const installedMs = 1_704_067_200_000

/** Days of the local calendar since 1970. */
export const localDay = (now: number): number => Math.floor((now + zoneMs) / dayMs)

/** The instant at which a local day begins. */
export const dayStart = (day: number): number => day * dayMs - zoneMs

/** Seconds of the local day. */
export const daySeconds = (now: number): number => Math.floor((now - dayStart(localDay(now))) / 1000)
