/** A simulated controller: registers that hold what was written into them. */
export const sku = 'controller'
export const unit = 1
/** As many single registers in a row as are read at once. */
export const firstAddress = 200
export const manyParams = 100
/** The endpoint takes no more in one request. */
export const paramsPerRequest = 50
/** The one that is written, behind those. */
export const writtenAddress = firstAddress + manyParams
