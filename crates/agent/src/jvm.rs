//! The few functions of the JVM that the agent calls, each as one safe-looking method.
//!
//! Invariants: a [`Jvmti`] is that of the JVM which loaded the agent, and lives as long as the process. A [`Jni`] belongs to
//! the current thread and is not kept. Every call leaves no exception behind.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

use jvmti_bindings::sys::jni::{
    JNI_OK, JNIEnv, JavaVM, jboolean, jclass, jfieldID, jint, jlong, jmethodID, jobject,
    jobjectArray, jstring, jvalue,
};
use jvmti_bindings::sys::jvmti::{
    JVMTI_ENABLE, JVMTI_ERROR_NONE, jvmtiCapabilities, jvmtiEnv, jvmtiError, jvmtiEvent,
    jvmtiEventCallbacks, jvmtiFrameInfo, jvmtiThreadInfo,
};

/// Version 1.2, which every JVM has that can be watched.
const JVMTI_VERSION: jint = 0x3001_0200;

/// The tool interface.
#[derive(Clone, Copy)]
pub(crate) struct Jvmti(*mut jvmtiEnv);

// SAFETY: the JVM allows all of its threads to use an environment of the tool interface.
unsafe impl Send for Jvmti {}
// SAFETY: the same.
unsafe impl Sync for Jvmti {}

/// Calls a function of a table, if the JVM has it and it succeeds.
macro_rules! call {
    ($self:ident . $function:ident ( $($argument:expr),* )) => {{
        // SAFETY: the table is the JVM's, for the version that was asked for; arguments are valid for the call.
        let error = unsafe {
            match (*(*$self.0).functions).$function {
                Some(function) => function($self.0, $($argument),*),
                None => jvmtiError::NOT_AVAILABLE,
            }
        };
        (error == JVMTI_ERROR_NONE).then_some(())
    }};
}

impl Jvmti {
    /// # Safety
    ///
    /// `vm` is a JVM.
    pub(crate) unsafe fn of(vm: *mut JavaVM) -> Option<Jvmti> {
        let mut env = ptr::null_mut::<c_void>();
        // SAFETY: the caller's word.
        let status = unsafe { ((**vm).GetEnv)(vm, &raw mut env, JVMTI_VERSION) };
        (status == JNI_OK && !env.is_null()).then_some(Jvmti(env.cast()))
    }

    /// What is needed, if the JVM can do that.
    pub(crate) fn add_capabilities(self) -> Result<(), String> {
        let mut wanted = jvmtiCapabilities::default();
        wanted.set_can_generate_all_class_hook_events(true);
        wanted.set_can_generate_early_vmstart(true);
        wanted.set_can_generate_early_class_hook_events(true);
        wanted.set_can_get_line_numbers(true);
        wanted.set_can_get_source_file_name(true);
        wanted.set_can_generate_native_method_bind_events(true);
        let added = call!(self.AddCapabilities(&raw const wanted));
        added.ok_or_else(|| "it does not let an agent see its classes from the start".to_owned())
    }

    pub(crate) fn listen(
        self,
        callbacks: &jvmtiEventCallbacks,
        events: &[jvmtiEvent],
    ) -> Result<(), String> {
        let size = size_of::<jvmtiEventCallbacks>() as jint;
        let mut done = call!(self.SetEventCallbacks(ptr::from_ref(callbacks), size));
        for event in events {
            done = done.and(call!(self.SetEventNotificationMode(
                JVMTI_ENABLE,
                *event,
                ptr::null_mut()
            )));
        }
        done.ok_or_else(|| "this JVM does not tell what happens".to_owned())
    }

    pub(crate) fn system_property(self, name: &CStr) -> Option<String> {
        let mut value = ptr::null_mut::<c_char>();
        call!(self.GetSystemProperty(name.as_ptr(), &raw mut value))?;
        self.take_text(value)
    }

    /// Bytes in memory that the JVM frees.
    pub(crate) fn allocate_copy(self, bytes: &[u8]) -> Option<*mut u8> {
        let mut memory = ptr::null_mut::<u8>();
        call!(self.Allocate(bytes.len() as i64, &raw mut memory))?;
        // SAFETY: the JVM made as much room as was asked for, which nobody else knows of.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len()) };
        Some(memory)
    }

    fn free<T>(self, memory: *mut T) {
        if !memory.is_null() {
            let _ = call!(self.Deallocate(memory.cast()));
        }
    }

    /// Text of the JVM, which is freed.
    fn take_text(self, text: *mut c_char) -> Option<String> {
        if text.is_null() {
            return None;
        }
        // SAFETY: the JVM's texts end with zero.
        let owned = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        self.free(text);
        Some(owned)
    }

    /// The name of a class in internal form.
    pub(crate) fn class_name(self, class: jclass) -> Option<String> {
        let mut signature = ptr::null_mut::<c_char>();
        call!(self.GetClassSignature(class, &raw mut signature, ptr::null_mut()))?;
        let signature = self.take_text(signature)?;
        let name = signature.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        Some(name.unwrap_or(&signature).to_owned())
    }

    /// The fields that a class declares: name, descriptor, modifiers.
    pub(crate) fn fields(self, class: jclass) -> Option<Vec<(String, String, jint)>> {
        let (mut count, mut ids) = (0, ptr::null_mut::<jfieldID>());
        call!(self.GetClassFields(class, &raw mut count, &raw mut ids))?;
        let mut fields = Vec::with_capacity(count as usize);
        for i in 0..count as usize {
            // SAFETY: the JVM says how many there are.
            let id = unsafe { *ids.add(i) };
            let (mut name, mut ty) = (ptr::null_mut::<c_char>(), ptr::null_mut::<c_char>());
            let mut modifiers = 0;
            let found =
                call!(self.GetFieldName(class, id, &raw mut name, &raw mut ty, ptr::null_mut()));
            let found = found.and(call!(self.GetFieldModifiers(class, id, &raw mut modifiers)));
            if let (Some(()), Some(name), Some(ty)) =
                (found, self.take_text(name), self.take_text(ty))
            {
                fields.push((name, ty, modifiers));
            }
        }
        self.free(ids);
        Some(fields)
    }

    /// Whether a class itself declares a method.
    pub(crate) fn declares(self, class: jclass, method: &str, descriptor: &str) -> bool {
        let (mut count, mut ids) = (0, ptr::null_mut::<jmethodID>());
        if call!(self.GetClassMethods(class, &raw mut count, &raw mut ids)).is_none() {
            return false;
        }
        let is_declared = (0..count as usize).any(|i| {
            // SAFETY: the JVM says how many there are.
            let id = unsafe { *ids.add(i) };
            let (mut name, mut ty) = (ptr::null_mut::<c_char>(), ptr::null_mut::<c_char>());
            let found = call!(self.GetMethodName(id, &raw mut name, &raw mut ty, ptr::null_mut()));
            let is_there = found.is_some();
            is_there
                && (self.take_text(name).as_deref(), self.take_text(ty).as_deref())
                    == (Some(method), Some(descriptor))
        });
        self.free(ids);
        is_declared
    }

    /// The names of the methods that a class itself declares.
    pub(crate) fn method_names(self, class: jclass) -> Option<Vec<String>> {
        let (mut count, mut ids) = (0, ptr::null_mut::<jmethodID>());
        call!(self.GetClassMethods(class, &raw mut count, &raw mut ids))?;
        // SAFETY: the JVM says how many there are.
        let names = (0..count as usize).filter_map(|i| self.method_name(unsafe { *ids.add(i) }));
        let names = names.collect();
        self.free(ids);
        Some(names)
    }

    /// The interfaces that a class names.
    pub(crate) fn interfaces(self, class: jclass) -> Vec<jclass> {
        let (mut count, mut all) = (0, ptr::null_mut::<jclass>());
        if call!(self.GetImplementedInterfaces(class, &raw mut count, &raw mut all)).is_none() {
            return Vec::new();
        }
        // SAFETY: the JVM says how many there are.
        let list = (0..count as usize).map(|i| unsafe { *all.add(i) }).collect();
        self.free(all);
        list
    }

    pub(crate) fn loader(self, class: jclass) -> Option<jobject> {
        let mut loader = ptr::null_mut();
        call!(self.GetClassLoader(class, &raw mut loader))?;
        Some(loader)
    }

    /// The stack of the current thread, innermost first.
    pub(crate) fn stack(self, depth: usize) -> Vec<Place> {
        self.stack_of(ptr::null_mut(), depth)
    }

    /// What a thread does, as the bits of the tool interface say it.
    pub(crate) fn thread_state(self, thread: jobject) -> Option<jint> {
        let mut state = 0;
        call!(self.GetThreadState(thread, &raw mut state))?;
        Some(state)
    }

    /// What a thread is called.
    pub(crate) fn thread_name(self, thread: jobject) -> Option<String> {
        // SAFETY: it is made of numbers and pointers, for which zero is a value.
        let mut info: jvmtiThreadInfo = unsafe { std::mem::zeroed() };
        call!(self.GetThreadInfo(thread, &raw mut info))?;
        self.take_text(info.name)
    }

    /// Runs a function for ever, in a thread that the program does not see.
    pub(crate) fn run_agent_thread(
        self,
        thread: jobject,
        run: unsafe extern "system" fn(*mut jvmtiEnv, *mut JNIEnv, *mut c_void),
    ) -> bool {
        const NORMAL_PRIORITY: jint = 5;
        call!(self.RunAgentThread(thread, Some(run), ptr::null(), NORMAL_PRIORITY)).is_some()
    }

    /// The stack of a thread, innermost first; null for the current one.
    pub(crate) fn stack_of(self, thread: jobject, depth: usize) -> Vec<Place> {
        let empty = jvmtiFrameInfo { method: ptr::null_mut(), location: 0 };
        let mut frames = vec![empty; depth];
        let mut count = 0;
        let found = call!(self.GetStackTrace(
            thread,
            0,
            depth as jint,
            frames.as_mut_ptr(),
            &raw mut count
        ));
        if found.is_none() {
            return Vec::new();
        }
        frames.truncate(count as usize);
        let place = |frame: jvmtiFrameInfo| Place {
            method: MethodId(frame.method),
            location: frame.location,
        };
        frames.into_iter().map(place).collect()
    }

    /// The identity hash of an object.
    pub(crate) fn hash(self, object: jobject) -> jint {
        let mut hash = 0;
        let _ = call!(self.GetObjectHashCode(object, &raw mut hash));
        hash
    }

    pub(crate) fn method_class(self, method: jmethodID) -> Option<jclass> {
        let mut class = ptr::null_mut();
        call!(self.GetMethodDeclaringClass(method, &raw mut class))?;
        Some(class)
    }

    pub(crate) fn method_name(self, method: jmethodID) -> Option<String> {
        let mut name = ptr::null_mut::<c_char>();
        call!(self.GetMethodName(method, &raw mut name, ptr::null_mut(), ptr::null_mut()))?;
        self.take_text(name)
    }

    /// The name of a method with its descriptor.
    pub(crate) fn method_signature(self, method: jmethodID) -> Option<String> {
        self.method_name_and_type(method).map(|(name, descriptor)| name + &descriptor)
    }

    /// The name of a method, and its descriptor.
    pub(crate) fn method_name_and_type(self, method: jmethodID) -> Option<(String, String)> {
        let (mut name, mut descriptor) = (ptr::null_mut::<c_char>(), ptr::null_mut::<c_char>());
        call!(self.GetMethodName(method, &raw mut name, &raw mut descriptor, ptr::null_mut()))?;
        Some((self.take_text(name)?, self.take_text(descriptor)?))
    }

    pub(crate) fn method_modifiers(self, method: jmethodID) -> Option<jint> {
        let mut modifiers = 0;
        call!(self.GetMethodModifiers(method, &raw mut modifiers))?;
        Some(modifiers)
    }

    pub(crate) fn source_file(self, class: jclass) -> Option<String> {
        let mut name = ptr::null_mut::<c_char>();
        call!(self.GetSourceFileName(class, &raw mut name))?;
        self.take_text(name)
    }

    /// The line of a place in the code as it runs.
    pub(crate) fn line(self, method: jmethodID, location: i64) -> Option<u16> {
        let (mut count, mut table) = (0, ptr::null_mut());
        call!(self.GetLineNumberTable(method, &raw mut count, &raw mut table))?;
        let mut best = None;
        for i in 0..count as usize {
            // SAFETY: the JVM says how many there are.
            let entry = unsafe { *table.add(i) };
            let is_later = best.is_none_or(|(start, _)| entry.start_location > start);
            if entry.start_location <= location && is_later {
                best = Some((entry.start_location, entry.line_number));
            }
        }
        self.free(table);
        best.and_then(|(_, line)| u16::try_from(line).ok())
    }
}

/// A method. The JVM says so when it does not exist any more.
#[derive(Clone, Copy)]
pub(crate) struct MethodId(pub(crate) jmethodID);

// SAFETY: it is a name, the same in all threads.
unsafe impl Send for MethodId {}
// SAFETY: as above.
unsafe impl Sync for MethodId {}

/// An object that is kept.
#[derive(Clone, Copy)]
pub(crate) struct GlobalRef(pub(crate) jobject);

// SAFETY: the JVM allows all threads to use a global reference.
unsafe impl Send for GlobalRef {}
// SAFETY: as above.
unsafe impl Sync for GlobalRef {}

/// A frame of a stack.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) method: MethodId,
    pub(crate) location: i64,
}

/// The native interface of the current thread.
#[derive(Clone, Copy)]
pub(crate) struct Jni(*mut JNIEnv);

/// Calls a function of the table and forgets an exception.
macro_rules! jni {
    ($self:ident . $function:ident ( $($argument:expr),* )) => {{
        // SAFETY: the environment is that of the current thread; arguments are valid for the call.
        unsafe {
            let result = ((**$self.0).$function)($self.0, $($argument),*);
            if ((**$self.0).ExceptionCheck)($self.0) != 0 {
                ((**$self.0).ExceptionClear)($self.0);
            }
            result
        }
    }};
}

impl Jni {
    /// # Safety
    ///
    /// It is the environment of the current thread.
    pub(crate) unsafe fn new(env: *mut JNIEnv) -> Jni {
        Jni(env)
    }

    pub(crate) fn define_boot_class(self, name: &CStr, bytes: &[u8]) -> jclass {
        let length = bytes.len() as jint;
        jni!(self.DefineClass(name.as_ptr(), ptr::null_mut(), bytes.as_ptr().cast(), length))
    }

    /// Calls a method without parameters; false if it is not there or throws.
    pub(crate) fn call_static_void(self, class: &CStr, name: &CStr) -> bool {
        let class = jni!(self.FindClass(class.as_ptr()));
        if class.is_null() {
            return false;
        }
        let method = jni!(self.GetStaticMethodID(class, name.as_ptr(), c"()V".as_ptr()));
        if method.is_null() {
            return false;
        }
        // SAFETY: the method has no parameters; an exception is cleared before anything else is called.
        unsafe {
            ((**self.0).CallStaticVoidMethodA)(self.0, class, method, ptr::null());
            let threw = ((**self.0).ExceptionCheck)(self.0) != 0;
            if threw {
                ((**self.0).ExceptionDescribe)(self.0);
                ((**self.0).ExceptionClear)(self.0);
            }
            !threw
        }
    }

    /// A class that every class loader finds.
    pub(crate) fn find_class(self, name: &CStr) -> Option<jclass> {
        let class = jni!(self.FindClass(name.as_ptr()));
        (!class.is_null()).then_some(class)
    }

    pub(crate) fn static_method(
        self,
        class: jclass,
        name: &CStr,
        descriptor: &CStr,
    ) -> Option<MethodId> {
        let method = jni!(self.GetStaticMethodID(class, name.as_ptr(), descriptor.as_ptr()));
        (!method.is_null()).then_some(MethodId(method))
    }

    /// Calls a method that takes an object, if there is one, and numbers.
    pub(crate) fn call_static(
        self,
        class: GlobalRef,
        method: MethodId,
        object: Option<jobject>,
        numbers: &[jint],
    ) {
        let object = object.map(|object| jvalue { l: object });
        let numbers = numbers.iter().map(|number| jvalue { i: *number });
        let arguments: Vec<jvalue> = object.into_iter().chain(numbers).collect();
        jni!(self.CallStaticVoidMethodA(class.0, method.0, arguments.as_ptr()));
    }

    pub(crate) fn monitor_enter(self, object: jobject) {
        jni!(self.MonitorEnter(object));
    }

    pub(crate) fn monitor_exit(self, object: jobject) {
        jni!(self.MonitorExit(object));
    }

    /// What was thrown and not caught yet; it is forgotten.
    pub(crate) fn take_exception(self) -> Option<jobject> {
        // SAFETY: the environment is that of the current thread; this function may be called while an exception is pending.
        let thrown = unsafe { ((**self.0).ExceptionOccurred)(self.0) };
        if thrown.is_null() {
            return None;
        }
        // SAFETY: as above.
        unsafe { ((**self.0).ExceptionClear)(self.0) };
        Some(thrown)
    }

    /// Leaves an exception behind, as the only method here.
    pub(crate) fn throw(self, thrown: jobject) {
        // SAFETY: the environment is that of the current thread, and the object was thrown before.
        unsafe {
            ((**self.0).Throw)(self.0, thrown);
            ((**self.0).DeleteLocalRef)(self.0, thrown);
        }
    }

    /// `Class.forName(name, false, loader)`, for a class that is loaded already.
    pub(crate) fn loaded_class(self, name: &str, loader: jobject) -> Option<jclass> {
        let class = jni!(self.FindClass(c"java/lang/Class".as_ptr()));
        let signature = c"(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
        let method = jni!(self.GetStaticMethodID(class, c"forName".as_ptr(), signature.as_ptr()));
        let name = self.new_string(&name.replace('/', "."))?;
        let arguments = [jvalue { l: name }, jvalue { z: 0 }, jvalue { l: loader }];
        let found = jni!(self.CallStaticObjectMethodA(class, method, arguments.as_ptr()));
        (!found.is_null()).then_some(found)
    }

    pub(crate) fn class_of(self, object: jobject) -> jclass {
        jni!(self.GetObjectClass(object))
    }

    pub(crate) fn super_class(self, class: jclass) -> Option<jclass> {
        let above = jni!(self.GetSuperclass(class));
        (!above.is_null()).then_some(above)
    }

    pub(crate) fn new_string(self, text: &str) -> Option<jstring> {
        let text = CString::new(classfile::JStr::encode(text)).ok()?;
        let string = jni!(self.NewStringUTF(text.as_ptr()));
        (!string.is_null()).then_some(string)
    }

    /// The text of a string; none for null.
    pub(crate) fn text(self, string: jstring) -> Option<String> {
        if string.is_null() {
            return None;
        }
        let chars = jni!(self.GetStringUTFChars(string, ptr::null_mut::<jboolean>()));
        if chars.is_null() {
            return None;
        }
        // SAFETY: the JVM's texts end with zero.
        let bytes = unsafe { CStr::from_ptr(chars) }.to_bytes();
        let text = classfile::JStr::new(bytes).map(|text| text.to_text().into_owned());
        jni!(self.ReleaseStringUTFChars(string, chars));
        text
    }

    pub(crate) fn set_element(self, array: jobjectArray, index: jint, value: jobject) {
        jni!(self.SetObjectArrayElement(array, index, value));
    }

    pub(crate) fn element(self, array: jobjectArray, index: jint) -> jobject {
        jni!(self.GetObjectArrayElement(array, index))
    }

    /// An element of an array of numbers.
    pub(crate) fn int(self, array: jobject, index: jint) -> jint {
        let mut value = 0;
        jni!(self.GetIntArrayRegion(array, index, 1, &raw mut value));
        value
    }

    /// The method that a `java.lang.reflect.Method` is about.
    pub(crate) fn reflected(self, method: jobject) -> jmethodID {
        jni!(self.FromReflectedMethod(method))
    }

    /// All elements of an array of numbers.
    pub(crate) fn ints(self, array: jobject) -> Vec<jint> {
        if array.is_null() {
            return Vec::new();
        }
        let length = jni!(self.GetArrayLength(array));
        let mut values = vec![0; length as usize];
        jni!(self.GetIntArrayRegion(array, 0, length, values.as_mut_ptr()));
        values
    }

    /// A reference that lasts until it is deleted, in all threads.
    pub(crate) fn global(self, object: jobject) -> GlobalRef {
        GlobalRef(jni!(self.NewGlobalRef(object)))
    }

    pub(crate) fn delete_global(self, reference: GlobalRef) {
        jni!(self.DeleteGlobalRef(reference.0));
    }

    /// A new thread that does not run, in the group of the JVM's own threads.
    pub(crate) fn new_thread(self, name: &str) -> Option<jobject> {
        let class = jni!(self.FindClass(c"java/lang/Thread".as_ptr()));
        let signature = c"(Ljava/lang/String;)V";
        let constructor = jni!(self.GetMethodID(class, c"<init>".as_ptr(), signature.as_ptr()));
        let arguments = [jvalue { l: self.new_string(name)? }];
        if constructor.is_null() {
            return None;
        }
        let thread = jni!(self.NewObjectA(class, constructor, arguments.as_ptr()));
        (!thread.is_null()).then_some(thread)
    }

    /// The value of a field; zero if there is none.
    pub(crate) fn long_field(self, object: jobject, name: &CStr) -> jlong {
        let class = self.class_of(object);
        let field = jni!(self.GetFieldID(class, name.as_ptr(), c"J".as_ptr()));
        if field.is_null() {
            return 0;
        }
        jni!(self.GetLongField(object, field))
    }

    /// The value of a field; null if there is none.
    pub(crate) fn object_field(self, object: jobject, name: &CStr, ty: &CStr) -> jobject {
        let class = self.class_of(object);
        let field = jni!(self.GetFieldID(class, name.as_ptr(), ty.as_ptr()));
        if field.is_null() {
            return ptr::null_mut();
        }
        jni!(self.GetObjectField(object, field))
    }

    pub(crate) fn set_int(self, array: jobject, value: jint) {
        jni!(self.SetIntArrayRegion(array, 0, 1, &raw const value));
    }

    /// Runs something whose local references go away afterwards, except for the one that it returns.
    pub(crate) fn in_frame(self, run: impl FnOnce() -> jobject) -> jobject {
        if jni!(self.PushLocalFrame(64)) != JNI_OK {
            return ptr::null_mut();
        }
        let result = run();
        jni!(self.PopLocalFrame(result))
    }
}
