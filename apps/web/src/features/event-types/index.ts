export { EventTypeDetail } from "./components/event-type-detail.tsx";
export { EventTypeForm } from "./components/event-type-form.tsx";
export { EventTypeList } from "./components/event-type-list.tsx";
