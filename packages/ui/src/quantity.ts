export {
  createQuantityFormat,
  numberText,
  type Quantity,
  type QuantityFormat,
  type QuantityOptions,
} from './quantity-format.ts'
export { type Decimals, decimalsOf, type Resolution } from './resolution.ts'
export { type Scale, scaleOf } from './si-scale.ts'
