import {nope} from 'fs';
