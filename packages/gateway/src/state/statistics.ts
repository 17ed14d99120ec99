export interface StatisticsFigures {
  readonly bus: { readonly requestsPerSec: number; readonly responsesPerSec: number; readonly loadPercent: number }
  /** Through the gate, of all callers. */
  readonly requestsPerSec: number
  readonly clientsMax: number
  readonly runTimeMin: number
  readonly totalRunTimeMin: number
  readonly ethernetBytesPerSec: number
  readonly gsmBytesPerSec: number
  readonly wrongLogins: number
}

/** Averages per second and times, in the whole numbers that the contract has. */
export const statistics = (figures: StatisticsFigures) => ({
  serialAvgPerSecReq: Math.round(figures.bus.requestsPerSec),
  serialAvgPerSecResp: Math.round(figures.bus.responsesPerSec),
  serialAvgPerSecLoad: Math.min(Math.round(figures.bus.loadPercent), 100),
  mbAvgPerSecReq: Math.round(figures.requestsPerSec),
  mbTcpServerMaxClients: figures.clientsMax,
  runTimeMin: figures.runTimeMin,
  totalRunTimeMin: figures.totalRunTimeMin,
  ethAvgPerSecKb: (figures.ethernetBytesPerSec / 1024).toFixed(2),
  gsmAvgPerSecKb: (figures.gsmBytesPerSec / 1024).toFixed(2),
  // Not in the contract: there only when there is something to tell.
  ...(figures.wrongLogins > 0 && { wrongLogins: figures.wrongLogins }),
})
