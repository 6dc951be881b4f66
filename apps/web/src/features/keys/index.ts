export { KeyList } from "./components/key-list.tsx";
export { postEventCurl } from "./lib/post-event-curl.ts";
