// at libs/feedback/src/feedback.js
// forbidden by architecture/no-stray-javascript
export const STATUSES = [];
