export {
  type Arg,
  boxAround,
  boxOf,
  codesOf,
  type ElementDrawing,
  emptyModel,
  type FaceplateArg,
  type FaceplateUse,
  freeCode,
  gridPx,
  isFree,
  type Layer,
  type PictureModel,
  type PlacedElement,
  type Point,
  withItems,
} from './diagram-model.ts'
export type { PictureValue, PictureValues, Vis, VisBinding, VisItem } from './diagram-values.ts'
export { drawPicture } from './draw-diagram.ts'
export type { Faceplates } from './faceplate.ts'
export { bindingsOf, modelOf, savedOf, sizeOf } from './load-diagram.ts'
