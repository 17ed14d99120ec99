export { type Group, groupsOf } from './openapi/page/model.ts'
export {
  type AskedRequest,
  canBeTried,
  curlOf,
  type RequestProblem,
  requestOf,
  type TriedOperation,
  type Typed,
  triedOperation,
} from './tried/request.ts'
export { shownAnswer } from './tried/shown-answer.ts'
