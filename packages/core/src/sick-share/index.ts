export { defaultSickShareConfig, type SickShareConfig, type SickShareState, sickShare } from "./sick-share.ts";
