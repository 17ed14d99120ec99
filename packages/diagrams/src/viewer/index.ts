export { Drawing, type DrawingProps } from './drawing.tsx'
export { type ClickTarget, DrawnPicture } from './drawn-diagram.ts'
export { byConcern, concernOf, countsOf, inputsOf, spaced } from './element-state.ts'
